-- Who asks sees its own rows: a session sees those of the organisation that its setting app.org names, all with '*', and
-- none without. The owner of the tables is not bound (migrations, restore). Not here, since COPY FROM does not know
-- row-level security: history_landing_* and history_chunk, which calls of accounts reach by their columns alone.
do $$
declare
  t text;
  scoped constant text := '(select current_setting(''app.org'', true)) = ''*''
    or %s = (select nullif(nullif(current_setting(''app.org'', true), ''''), ''*'')::int)';
begin
  foreach t in array array['account', 'binding', 'claim_try', 'command', 'config_version', 'device_group', 'driver',
      'equipment', 'follow', 'gateway', 'history_column', 'history_gap', 'history_quarantine', 'history_report',
      'last_value', 'operation_log', 'page', 'session', 'signal', 'socket_token', 'translation'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy sight on %I using (' || scoped || ')', t, 'org_id');
  end loop;
  alter table organisation enable row level security;
  execute format('create policy sight on organisation using (' || scoped || ')', 'id');
end $$;

-- A row that names another names one of its own organisation.
alter table device_group add unique (org_id, id), drop constraint device_group_parent_id_fkey,
  add foreign key (org_id, parent_id) references device_group (org_id, id);
alter table equipment add unique (org_id, id), drop constraint equipment_group_id_fkey,
  add foreign key (org_id, group_id) references device_group (org_id, id);
alter table driver add unique (org_id, id), drop constraint driver_equipment_id_fkey,
  add foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade;
alter table signal drop constraint signal_equipment_id_fkey, drop constraint signal_driver_id_fkey,
  add foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade,
  add foreign key (org_id, driver_id) references driver (org_id, id) on delete cascade;
alter table binding drop constraint binding_equipment_id_fkey,
  add foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade;
alter table follow drop constraint follow_equipment_id_fkey,
  add foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade;
alter table page drop constraint page_equipment_id_fkey,
  add foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade;
alter table last_value drop constraint last_value_equipment_id_fkey,
  add foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade;
