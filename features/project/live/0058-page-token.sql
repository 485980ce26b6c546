-- Of the sockets of pages of projects: what each shows, as it was resolved for who asked.
create table page_token (
  token_hash bytea primary key,
  org_id int not null references organisation (id),
  session_hash bytea not null references session (token_hash) on delete cascade,
  page_id int not null references page (id) on delete cascade,
  project_id int not null,
  -- [{equipmentId, signalIds, isOwn}]
  shown jsonb not null,
  stand text not null,
  expires_at bigint not null
);
create index page_token_session on page_token (session_hash);
create index page_token_page on page_token (page_id);
