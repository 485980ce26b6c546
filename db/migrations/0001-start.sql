-- What the platform as a whole remembers: one row a fact, as text. Rooms keep tables of their own.
create table platform_fact (
  name text primary key,
  value text not null,
  updated_at bigint not null -- epoch ms UTC
);
