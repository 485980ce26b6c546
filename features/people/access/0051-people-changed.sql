-- Who comes, goes, is disabled or has another role changes who is told of what happens, in his organisation and wherever he is
-- a guest.
do $$
declare
  settings text := format('language plpgsql security definer set search_path = %I, pg_temp', current_schema());
begin
  execute 'create function people_changed() returns trigger ' || settings || ' as $body$
    declare
      person account := coalesce(new, old);
    begin
      update organisation set access_version = access_version + 1
        where id = person.org_id or id in (select org_id from access_grant where account_id = person.id);
      return null;
    end $body$';
  execute 'create function organisation_disabled() returns trigger ' || settings || ' as $body$
    begin
      update organisation set access_version = access_version + 1
        where id = new.id or id in (select access_grant.org_id from access_grant
          join account on account.id = access_grant.account_id where account.org_id = new.id);
      return null;
    end $body$';
  revoke all on function people_changed(), organisation_disabled() from public;
end $$;
create trigger people_came after insert on account for each row execute function people_changed();
create trigger people_left after delete on account for each row execute function people_changed();
create trigger people_changed after update of role_id, role_type, disabled, org_id on account for each row
  when ((old.role_id, old.role_type, old.disabled, old.org_id)
    is distinct from (new.role_id, new.role_type, new.disabled, new.org_id)) execute function people_changed();
create trigger organisation_disabled after update of disabled on organisation for each row
  when (old.disabled is distinct from new.disabled) execute function organisation_disabled();
