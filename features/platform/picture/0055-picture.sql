-- Pictures of an organisation for its pages. The name is drawn, and is what a page shows it by.
create table picture (
  name text primary key,
  org_id int not null references organisation (id) on delete cascade,
  title text not null,
  type text not null,
  bytes bytea not null,
  size_bytes int not null,
  width int not null,
  height int not null,
  creator text not null,
  created_at bigint not null
);
create index picture_org on picture (org_id);
-- Its files are packed already.
alter table picture alter column bytes set storage external;
