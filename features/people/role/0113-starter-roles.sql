-- The roles that a new organisation has, for those that have none. Their names are English and have their translation into
-- Chinese, as features/role/rules.ts lists them for organisations that are added later.
with
  added as (
    insert into role (org_id, role_type, name, remark, auths, data_range, created_at)
      select organisation.id, 'internal', starter.name, starter.remark, starter.auths, 'all',
        (extract(epoch from now()) * 1000)::bigint
      from organisation, (values
    (0, 'Viewer', 'Sees values, history, alarms and pages; changes nothing',
      '{alarm:view,history:view,monitor:view,project:view}'::text[]),
    (1, 'Operator', 'A viewer who also writes values and acknowledges alarms',
      '{alarm:view,alarm:acknowledge,alarm:shelve,alarm:export,signal:write,history:view,history:export,monitor:view,project:view}'::text[]),
    (2, 'Engineer', 'An operator who also configures gateways, devices and pages',
      '{alarm:view,alarm:acknowledge,alarm:shelve,alarm:export,signal:write,equipment:view,equipment:add,equipment:edit,gateway:view,gateway:add,gateway:edit,group:edit,history:view,history:export,monitor:view,page:edit,project:view,project:edit,scene:view,scene:edit,share:edit,template:view,template:add,template:edit,gateway:tunnel}'::text[]),
    (3, 'Manager', 'An engineer who also manages accounts, roles and access',
      '{account:view,account:add,account:edit,account:delete,external:view,external:add,external:edit,alarm:view,alarm:acknowledge,alarm:shelve,alarm:export,signal:write,department:edit,organisation:view,organisation:edit,equipment:view,equipment:add,equipment:edit,equipment:delete,gateway:view,gateway:add,gateway:edit,gateway:release,grant:edit,group:edit,history:view,history:export,invitation:view,invitation:edit,monitor:view,log:view,page:edit,project:view,project:edit,role:view,role:edit,scene:view,scene:edit,share:edit,template:view,template:add,template:edit,template:delete,gateway:tunnel}'::text[])
      ) as starter (place, name, remark, auths)
      where not exists (select 1 from role where role.org_id = organisation.id)
      order by organisation.id, starter.place
      returning org_id
  )
insert into translation (org_id, source, zh, updated_at)
  select organisations.id, words.source, words.zh, (extract(epoch from now()) * 1000)::bigint
  from (select distinct org_id as id from added) organisations, (values
    ('Viewer', '查看员'),
    ('Sees values, history, alarms and pages; changes nothing', '查看实时值、历史、报警和组态页面，不能更改'),
    ('Operator', '操作员'),
    ('A viewer who also writes values and acknowledges alarms', '查看权限之外，可写值、确认报警'),
    ('Engineer', '工程师'),
    ('An operator who also configures gateways, devices and pages', '操作权限之外，可配置网关、设备和组态页面'),
    ('Manager', '主管'),
    ('An engineer who also manages accounts, roles and access', '工程权限之外，可管理账号、角色和授权')
  ) as words (source, zh)
  on conflict do nothing;
