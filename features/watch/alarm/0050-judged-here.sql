-- What a gateway that cannot judge runs: its configuration without alarm rules, which the platform judges. As long as it runs
-- that one the platform goes on, also when a newer agent could judge: nobody has sent it the rules yet. Kept by a trigger, so
-- that whatever learns what a gateway is or runs keeps it too.
alter table gateway add column ruleless_hash text;
update gateway set ruleless_hash = config_hash where not coalesce(abilities @> '["alarms"]', false);

create function gateway_ruleless() returns trigger language plpgsql as $$
begin
  if not coalesce(new.abilities @> '["alarms"]', false) then
    new.ruleless_hash := new.config_hash;
  elsif new.ruleless_hash is distinct from new.config_hash then
    new.ruleless_hash := null;
  end if;
  return new;
end $$;
create trigger gateway_ruleless before update of abilities, config_hash on gateway
  for each row execute function gateway_ruleless();
