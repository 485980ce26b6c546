-- How accounts sign in: sessions that their owner tells apart and ends, a second step at the login, keys for programs.

-- Its owner names a session by this; its token is known to nobody, not even as a hash.
alter table session add column id uuid not null default gen_random_uuid(), add unique (id);

-- The platform's own staff must have a second step: a setting of the platform's organisation.
alter table organisation add column second_factor_required boolean not null default false;

-- A secret shared with an app that shows time-based codes.
create table second_factor (
  account_id int primary key references account (id) on delete cascade,
  secret_sealed bytea not null,
  -- Null while it is being set up: it is asked for only once a code has shown that the app has it.
  confirmed_at bigint,
  -- The newest time step whose code was taken: none is good twice.
  last_step bigint not null default 0,
  -- Wrong codes since the last right one, whichever login they belong to.
  failures int not null default 0,
  last_failure_at bigint not null default 0,
  locked_until bigint not null default 0,
  created_at bigint not null
);

-- Codes for who has lost the app; one that was used is gone.
create table recovery_code (
  account_id int not null references second_factor (account_id) on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

-- A login whose password was right and whose second step is waited for.
create table login_ticket (
  token_hash bytea primary key,
  account_id int not null references account (id) on delete cascade,
  tries int not null default 0,
  expires_at bigint not null
);
create index login_ticket_account on login_ticket (account_id);

-- A key of an account for programs. Its session is made when it is first used, and again whenever it was lost.
create table api_key (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  account_id int not null references account (id) on delete cascade,
  name text not null,
  -- The first letters of the key, by which its owner finds it in a script.
  hint text not null,
  token_hash bytea not null unique,
  auths text[] not null,
  created_at bigint not null,
  -- Null: never.
  expires_at bigint,
  used_at bigint
);
create index api_key_account on api_key (account_id);
alter table session add column api_key_id int references api_key (id) on delete cascade;

-- What ends the sessions of an account ends as well what would open new ones.
create or replace function end_sessions() returns trigger language plpgsql as $$
begin
  delete from login_ticket where account_id = new.id;
  delete from api_key where account_id = new.id;
  delete from session where account_id = new.id;
  return new;
end $$;
