-- Whoever changes what an account may, or its password, or disables it, ends its sessions and the tokens drawn from
-- them, whichever way the row was changed: the looks at open sockets and streams find them gone, and enabling the
-- account again brings none of them back.
create function end_sessions() returns trigger language plpgsql as $$
begin
  delete from session where account_id = new.id;
  return new;
end $$;
create trigger account_changed after update of password_hash, role_type, disabled, org_id on account
  for each row when (
    (old.password_hash, old.role_type, old.disabled, old.org_id)
    is distinct from (new.password_hash, new.role_type, new.disabled, new.org_id)
  )
  execute function end_sessions();

-- A gateway its owner released has no secret until it is claimed again.
alter table gateway add column released_at bigint;
