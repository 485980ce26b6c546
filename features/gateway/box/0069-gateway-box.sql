-- What a gateway's box has, as it tells itself, and how live monitoring saves its data.
alter table gateway
  add column box jsonb,
  add column box_at bigint,
  add column economize_open boolean not null default true,
  add column smart_saving boolean not null default true;
