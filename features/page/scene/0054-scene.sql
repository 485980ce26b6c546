-- 3D scenes of an organisation: a model each, as GLB. Widgets of its pages show them.
create table scene (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  name text not null,
  -- Stands in pages: whoever sees one that has it sees the scene.
  key uuid not null unique,
  model bytea not null,
  size_bytes int not null,
  triangles int not null,
  -- Names of the nodes that values can move, in the order of the file.
  nodes text[] not null,
  creator text not null,
  created_at bigint not null,
  updated_at bigint not null,
  unique (org_id, name)
);
-- A model does not become smaller by packing it once more, and is read in pieces.
alter table scene alter column model set storage external;
