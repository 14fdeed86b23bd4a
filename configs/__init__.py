"""The config files of the project, as package data: installed as `manorfarm_configs`."""
