-- What a scene does by itself has versions; the newest stands here too, for the pages that show it.
alter table scene
  add column content jsonb not null default '{"nodes": [], "views": [], "startView": ""}',
  add column version int not null default 0,
  add column configured_at bigint not null default 0;
