-- The counts in the top bar also need to know whether a condition still holds: the index alone answers them again.
drop index alarm_open;
create index alarm_open on alarm (org_id, rule_id, raised_at)
  include (id, equipment_id, level, acknowledged_at, cleared_at) where is_open;
