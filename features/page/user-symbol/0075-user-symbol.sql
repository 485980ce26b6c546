-- Symbols that an organisation has made of widgets, for the pages of its devices and projects. Pages hold what they are
-- drawn of themselves: a symbol that is deleted changes none of them.
create table user_symbol (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  -- Stands in pages: which symbol a group was made of.
  key uuid not null unique,
  title text not null,
  -- One more with each drawing: placed ones say of which they are.
  version int not null,
  content jsonb not null,
  updated_at bigint not null,
  author text not null,
  unique (org_id, title)
);
