"""Mathematical characters and their names in LaTeX."""

from __future__ import annotations


def _table(rows: str) -> dict[str, str]:
    """``α alpha β beta`` as a dictionary."""
    words = rows.split()
    return {sign: "\\" + name for sign, name in zip(words[::2], words[1::2], strict=True)}


SYMBOLS = _table(
    """
    α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu
    ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega
    Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega
    ± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ∘ circ ∙ bullet ⊕ oplus ⊗ otimes ⊙ odot ∧ wedge ∨ vee ¬ neg
    ≤ leq ≥ geq ≠ neq ≈ approx ≡ equiv ∼ sim ≃ simeq ≅ cong ∝ propto ≪ ll ≫ gg ≺ prec ≻ succ
    ∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ∪ cup ∩ cap ∅ emptyset ∖ setminus
    ∀ forall ∃ exists ∄ nexists ∇ nabla ∂ partial ∞ infty ℏ hbar ℓ ell ℜ Re ℑ Im ℵ aleph ∠ angle ⊥ perp ∥ parallel
    → rightarrow ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↑ uparrow ↓ downarrow
    ↦ mapsto ⟶ longrightarrow ⟵ longleftarrow ⇌ rightleftharpoons … ldots ⋯ cdots ⋮ vdots ⋱ ddots ′ prime
    ∑ sum ∏ prod ∫ int √ surd ∴ therefore ∵ because ⟨ langle ⟩ rangle ⊤ top ⊢ vdash ⊨ models
    """
) | {"−": "-", "\u2061": "", "\u2062": "", "\u2063": "", "\u00a0": " ", "ℝ": r"\mathbb{R}", "ℕ": r"\mathbb{N}",
     "ℤ": r"\mathbb{Z}", "ℚ": r"\mathbb{Q}", "ℂ": r"\mathbb{C}"}  # fmt: skip

NARY = _table(
    """
    ∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ∯ oiint ⋃ bigcup ⋂ bigcap ⋁ bigvee ⋀ bigwedge ⨁ bigoplus
    ⨂ bigotimes
    """
)

ACCENTS = {
    "\u0300": r"\grave", "\u0301": r"\acute", "\u0302": r"\hat", "\u0303": r"\tilde", "\u0304": r"\bar",
    "\u0305": r"\overline", "\u0306": r"\breve", "\u0307": r"\dot", "\u0308": r"\ddot", "\u030c": r"\check",
    "\u20d7": r"\vec", "\u20d6": r"\overleftarrow", "\u20db": r"\dddot", "^": r"\hat", "~": r"\tilde", "¯": r"\bar",
    "→": r"\vec", "˙": r"\dot", "¨": r"\ddot",
}  # fmt: skip

_FUNCTION_NAMES = """
    sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp lim max min sup inf limsup liminf
    det dim ker deg gcd arg hom Pr
    """
FUNCTIONS = {name: "\\" + name for name in _FUNCTION_NAMES.split()}
