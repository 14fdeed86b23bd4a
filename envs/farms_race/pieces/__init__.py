"""What lies on the table of Farms Race, checked: see `envs.farms_race.invariants`."""
