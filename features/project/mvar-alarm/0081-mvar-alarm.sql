-- Alarm rules over intermediate variables. Each stands at a device: who sees that sees its alarms.
alter table mvar add unique (org_id, id);

-- `platform_kind` is mvar then, also once the variable is gone.
alter table alarm_rule add column mvar_id int;
alter table alarm_rule add foreign key (org_id, mvar_id) references mvar (org_id, id) on delete set null (mvar_id);
create index alarm_rule_mvar on alarm_rule (mvar_id) where mvar_id is not null;

-- What the variable was called when the alarm was raised; null: the alarm is about no intermediate variable.
alter table alarm add column mvar_title text;
-- Those that stand are looked through again and again.
create index alarm_of_mvar on alarm (rule_id) where mvar_title is not null and cleared_at is null;

-- A rule goes with its variable; what it raised keeps its words.
create function mvar_rules_removed() returns trigger language plpgsql as $$
begin
  update alarm_rule set removed_at = (extract(epoch from clock_timestamp()) * 1000)::bigint
    where org_id = old.org_id and mvar_id = old.id and removed_at is null;
  return old;
end $$;
create trigger mvar_rules_removed before delete on mvar for each row execute function mvar_rules_removed();

-- The variables that a formula names, as core/formula-references finds them: for conditions over many of them at once.
create function mvar_inputs(formula text) returns table (equipment_id bigint, signal_id bigint)
  language sql immutable as $$
  select (found)[1]::bigint, (found)[2]::bigint
  from regexp_matches(translate(formula, '＄｛｝．　０１２３４５６７８９', '${}. 0123456789'),
    '\$\{ *(\d{1,10}) *\. *(\d{1,10}) *\}', 'g') as found
$$;
