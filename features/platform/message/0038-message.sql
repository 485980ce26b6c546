-- Messages of an account in an organisation. Texts of the platform are in both languages, those of people in `title` alone.
create table message (
  id bigint generated always as identity primary key,
  org_id int not null references organisation (id),
  account_id int not null references account (id) on delete cascade,
  type text not null,
  equip_type text not null,
  -- What it is about: the number of a device, an order, an announcement.
  data_id bigint not null,
  -- 0 and '': none. A message is told once by what it is about, its alarm and the state of its order.
  alarm_id bigint not null default 0,
  data_status text not null default '',
  title text not null,
  title_en text,
  note text not null,
  note_en text,
  img_url text,
  broadcast_times int not null default 1,
  created_at bigint not null,
  read_at bigint,
  ignored_at bigint
);
create unique index message_once
  on message (org_id, account_id, type, equip_type, data_id, alarm_id, data_status);
create index message_newest on message (org_id, account_id, created_at desc, id desc);
create index message_unread on message (org_id, account_id) where read_at is null;
create index message_account on message (account_id);
create index message_age on message (created_at);
create index message_notice on message (data_id) where type = 'notice';

-- Of the socket of messages; `language`: in which its browser is told.
create table message_token (
  token_hash bytea primary key,
  org_id int not null references organisation (id),
  account_id int not null references account (id) on delete cascade,
  session_hash bytea not null references session (token_hash) on delete cascade,
  language text not null,
  expires_at bigint not null
);
create index message_token_session on message_token (session_hash);

-- Announcements of the platform's staff to all accounts: a draft, then due, then told to one account after the other.
create table notice (
  id int generated always as identity primary key,
  title text not null,
  title_en text not null,
  body text not null,
  body_en text not null,
  author text not null,
  created_at bigint not null,
  -- Null: a draft.
  publish_at bigint,
  withdrawn_at bigint,
  -- The account that was told last, and how many were.
  told_to int not null default 0,
  told int not null default 0,
  told_at bigint
);
create index notice_due on notice (publish_at) where told_at is null;
