-- One-time codes, what bounds guessing, recovery of a password, and what an account secures itself with. None of these
-- belongs to an organisation: they belong to an account, or to somebody who has not said yet who he is.

-- Of a holder and purpose the newest code only. Code and address are keyed hashes: the key is not in the database.
create table verification_code (
  holder text not null,
  purpose text not null,
  channel text not null check (channel in ('email', 'sms')),
  target_hash bytea not null,
  code_hash bytea not null,
  wrong int not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  primary key (holder, purpose, channel)
);

-- How often something was tried since a moment.
create table verification_count (
  key text primary key,
  count int not null,
  since bigint not null
);

-- A recovery under way: its token is a cookie of the browser that began it. Without an account it leads nowhere.
create table recovery_ticket (
  token_hash bytea primary key,
  account_id int references account (id) on delete cascade,
  loginname text not null,
  verified boolean not null default false,
  created_at bigint not null,
  expires_at bigint not null
);

create table security_answer (
  account_id int not null references account (id) on delete cascade,
  position int not null check (position between 1 and 3),
  question text not null,
  answer_hash text not null,
  primary key (account_id, position)
);

-- Who has shown in a session who he is may change for a while what secures the account.
create table change_window (
  session_hash bytea primary key references session (token_hash) on delete cascade,
  opened_at bigint not null
);

create table user_image (
  account_id int primary key references account (id) on delete cascade,
  name text not null unique,
  type text not null,
  bytes bytea not null,
  created_at bigint not null
);
