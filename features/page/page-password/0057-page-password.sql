-- A page may ask who watches for a password. It is none of the document, which everybody reads, and has no versions.
alter table page add column password_hash text;

-- Sessions that entered it, and until when.
create table page_pass (
  org_id int not null references organisation (id) on delete cascade,
  page_id int not null references page (id) on delete cascade,
  session_hash bytea not null references session (token_hash) on delete cascade,
  expires_at bigint not null,
  primary key (page_id, session_hash)
);
create index page_pass_session on page_pass (session_hash);

-- Tries of a minute, so that none is found by trying.
create table page_try (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  page_id int not null references page (id) on delete cascade,
  -- An account, or a visit.
  who text not null,
  at bigint not null
);
create index page_try_page on page_try (page_id, who, at);
