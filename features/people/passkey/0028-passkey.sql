-- Passkeys of accounts, and the challenges that they answer.
create table passkey (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  account_id int not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- The host name that it was made for.
  rp_id text not null,
  -- How often it has signed, as its authenticator counts; 0 where it does not.
  sign_count bigint not null,
  transports text[] not null,
  -- It is kept by a service that copies it to other devices of its owner.
  is_synced boolean not null,
  name text not null,
  created_at bigint not null,
  used_at bigint,
  -- The count went back: somebody has a copy, and neither is accepted any more.
  cloned_at bigint,
  foreign key (org_id, account_id) references account (org_id, id) on delete cascade
);
create index passkey_account on passkey (account_id);

-- Each is answered once, by whom it was drawn for: a session, or a network that has none yet.
create table passkey_challenge (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'login', 'confirm')),
  holder text not null,
  expires_at bigint not null
);
create index passkey_challenge_holder on passkey_challenge (holder, expires_at);

-- Who has passkeys and no app has recovery codes too.
alter table second_factor alter column secret_sealed drop not null;

alter table account
  -- When its owner showed by a code that the address is his; null where somebody else typed it.
  add column email_at bigint,
  -- When an administrator took a lost second step off; what goes with it is done by the trigger.
  add column second_factor_reset_at bigint not null default 0;

create function email_changed() returns trigger language plpgsql as $$
begin
  if new.email_at is not distinct from old.email_at then
    new.email_at := null;
  end if;
  return new;
end $$;
create trigger email_changed before update of email on account for each row
  when (old.email is distinct from new.email) execute function email_changed();

do $$
declare
  settings text := format('security definer set search_path = %I, pg_temp', current_schema());
begin
  -- Sessions before commands: whoever enters a command holds the session until the command can be seen here.
  execute 'create function second_factor_reset() returns trigger language plpgsql ' || settings || ' as $body$
    begin
      delete from passkey where account_id = new.id;
      delete from second_factor where account_id = new.id;
      delete from login_ticket where account_id = new.id;
      delete from session where account_id = new.id;
      update command set revoked = true where account_id = new.id and status = ''waiting'';
      return new;
    end $body$';
  revoke all on function second_factor_reset() from public;
end $$;
create trigger second_factor_reset after update of second_factor_reset_at on account for each row
  when (old.second_factor_reset_at is distinct from new.second_factor_reset_at) execute function second_factor_reset();
