"""Where the program keeps its files, and where it finds those it came with.

Nothing here touches the disk except :func:`resources`, which looks for a folder. Whoever writes
a file makes its folder.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from memdesk.errors import MemdeskError

HOME_VARIABLE = "MEMDESK_HOME"
"""Environment variable that moves every folder of the user's below one of its own."""

VAULT_SUFFIX = ".memdesk"

_APPLICATION = "memdesk"


def data_dir() -> Path:
    """Folder of the vault and its backups."""
    return _below_home("data") or platformdirs.user_data_path(_APPLICATION, appauthor=False)


def config_dir() -> Path:
    """Folder of the settings."""
    return _below_home("config") or platformdirs.user_config_path(_APPLICATION, appauthor=False)


def cache_dir() -> Path:
    """Folder of what can be made again at any time."""
    return _below_home("cache") or platformdirs.user_cache_path(_APPLICATION, appauthor=False)


def log_dir() -> Path:
    """Folder of the log files."""
    return _below_home("log") or platformdirs.user_log_path(_APPLICATION, appauthor=False)


def backup_dir() -> Path:
    """Folder of automatic backups."""
    return data_dir() / "backups"


def downloads_dir() -> Path:
    """Folder that browsers save to, as the system tells."""
    return _below_home("downloads") or platformdirs.user_downloads_path()


def settings_file() -> Path:
    """File of the settings."""
    return config_dir() / "settings.json"


def log_file() -> Path:
    """Newest log file."""
    return log_dir() / "memdesk.log"


def default_vault() -> Path:
    """Vault that is opened when none is named."""
    return data_dir() / f"memories{VAULT_SUFFIX}"


def demo_vault() -> Path:
    """Vault made from the demo export; it can be deleted and made again."""
    return cache_dir() / f"demo{VAULT_SUFFIX}"


def resources() -> Path:
    """Folder of the model, icons, translations and demo that come with the program.

    An installed package and the frozen program have it inside the package, a checkout beside it.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "resources", package.parent / "resources"):
        if folder.is_dir():
            return folder
    raise MemdeskError(
        f"The program's own files are missing: no folder {package / 'resources'}. "
        "Install memdesk again."
    )


def model_dir() -> Path:
    """Folder of the embedding model that comes with the program."""
    return resources() / "model"


def demo_dir() -> Path:
    """Folder of the demo export and its questions."""
    return resources() / "demo"


def _below_home(name: str) -> Path | None:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home).expanduser().absolute() / name if home else None
