"""Parts of `envs.farms_race.invariants` and `envs.farms_race.position`. Plain Python: nothing here is compiled."""
