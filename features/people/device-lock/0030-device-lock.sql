-- A device lock: the public key of a USB key that an account signs in with. Each session shows again and again that the key
-- is there, by signing what the platform drew for it.

-- SubjectPublicKeyInfo, DER.
alter table account add column public_key bytea;
-- When the session last showed it; 0: not since it began, or since the key was changed.
alter table session add column lock_shown_at bigint not null default 0;

-- What sessions were given to sign, each good once and for a moment.
create table lock_random (
  random text primary key,
  session_hash bytea not null references session (token_hash) on delete cascade,
  drawn_at bigint not null
);
create index lock_random_session on lock_random (session_hash, drawn_at);

-- Whichever way the key was changed, the sessions have to show the new one.
do $$
begin
  execute format('create function lock_changed() returns trigger language plpgsql security definer
    set search_path = %I, pg_temp as $body$
    begin
      update session set lock_shown_at = 0 where account_id = new.id;
      return null;
    end $body$', current_schema());
  revoke all on function lock_changed() from public;
end $$;
create trigger lock_changed after update of public_key on account for each row
  when (old.public_key is distinct from new.public_key) execute function lock_changed();
