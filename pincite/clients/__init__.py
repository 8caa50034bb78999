"""Programs that use this server, and their configuration files: where each stands, and one entry in it changed."""

from pincite.clients.configfile import ConfigFile, Undo
from pincite.clients.entry import own_entry, server_entry
from pincite.clients.kinds import CLIENTS, Client
from pincite.clients.links import cursor_link, vscode_link

__all__ = ["CLIENTS", "Client", "ConfigFile", "Undo", "cursor_link", "own_entry", "server_entry", "vscode_link"]
