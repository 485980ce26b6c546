-- Not notified, because an earlier one of its rule was and nobody had acknowledged that: it may be notified later.
alter table alarm add column is_repeated boolean not null default false;
-- What may still be notified.
create index alarm_untold on alarm (id) where (is_silent or is_repeated) and cleared_at is null and acknowledged_at is null;
create index alarm_rule_told on alarm (rule_id, id)
  where acknowledged_at is null and not is_silent and not is_repeated;
