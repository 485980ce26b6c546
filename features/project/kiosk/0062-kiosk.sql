-- Displays on the wall: each shows the pages of one project, without an account. What is signed in is a session of the
-- display instead of an account's or a share's; it lasts until it is ended.
create table display (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  project_id int not null,
  name text not null,
  -- In the order in which they are shown; none: all of the project.
  page_ids int[] not null default '{}',
  seconds int not null,
  theme text not null check (theme in ('dark', 'light')),
  language text not null check (language in ('en', 'zh-cn')),
  -- Of the link that signs one wall in, once.
  link_hash bytea unique,
  link_until bigint,
  -- What the wall said last: {build, pageId, pageVersion}.
  shown jsonb,
  created_at bigint not null,
  unique (project_id, name),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade
);

-- A wall that waits to be signed in: it shows the code, and asks by the secret that becomes its own.
create table display_pairing (
  secret_hash bytea primary key,
  code_hash bytea not null unique,
  ip text not null,
  agent text not null,
  expires_at bigint not null
);

alter table session add column display_id int references display (id) on delete cascade,
  drop constraint session_of_one,
  add constraint session_of_one check (num_nonnulls(account_id, share_id, display_id) = 1);
create unique index session_display on session (display_id) where display_id is not null;
