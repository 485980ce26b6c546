-- A device shared with whoever has its link and password. A visit is a session of the share instead of an account's: it is
-- no user's, sees that one device, and ends with what let it in.
create table share (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  equipment_id int not null,
  is_shared boolean not null default false,
  token_hash bytea unique,
  password_hash text,
  top_menu boolean not null default true,
  menus text[] not null,
  may_write boolean not null default false,
  expires_at bigint,
  ancestors text[] not null default '{}',
  failures int not null default 0,
  locked_until bigint not null default 0,
  created_at bigint not null,
  unique (org_id, equipment_id),
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade
);

alter table session alter column account_id drop not null,
  add column share_id int references share (id) on delete cascade,
  add constraint session_of_one check (num_nonnulls(account_id, share_id) = 1);
create index session_share on session (share_id) where share_id is not null;
alter table command add column share_id int;

-- Its visitors enter again after a change of what let them in, and what they had set going goes no further. Sessions first:
-- whoever enters a command holds the session until the command can be seen here.
do $$
declare
  settings text := format('security definer set search_path = %I, pg_temp', current_schema());
begin
  execute 'create function end_visits() returns trigger language plpgsql ' || settings || ' as $body$
    begin
      delete from session where share_id = old.id;
      update command set revoked = true where share_id = old.id and status = ''waiting'';
      return null;
    end $body$';
  revoke all on function end_visits() from public;
end $$;
create trigger visits_ended after update of is_shared, token_hash, password_hash, may_write, expires_at on share for each row
  when ((old.is_shared, old.token_hash, old.password_hash, old.may_write, old.expires_at)
    is distinct from (new.is_shared, new.token_hash, new.password_hash, new.may_write, new.expires_at))
  execute function end_visits();
create trigger visits_ended_with_it after delete on share for each row execute function end_visits();

