-- Roles, API keys and authorised APIs that reach alarms keep opening them from every screen, each of which has a permission of
-- its own now. In a list the permissions follow the last one about alarms, as roles are saved; lists that have them stay.
do $$
declare
  screens constant text[] := '{monitor_multi_designer_alarm,monitor_multi_designer_repair,monitor_equipinfo_menu_alarm,monitor_designer_menu_alarm}';
  holder text;
begin
  foreach holder in array '{role,api_key}'::text[] loop
    execute format($update$
      update %I as holder set auths = (
        with
          held as (select key, place from unnest(holder.auths) with ordinality as each (key, place)),
          placed (key, place, within) as (
            select key, place, 0 from held
            union all
            select screen, (select max(place) from held where key like 'alarm:%%'), nth
            from unnest($1) with ordinality as each (screen, nth) where screen <> all (holder.auths)
          )
        select array_agg(key order by place, within) from placed
      )
      where auths && '{alarm:view,alarm:acknowledge,alarm:shelve,alarm:export}' and not auths @> $1
    $update$, holder) using screens;
  end loop;
  insert into api_grant (org_id, account_id, api, created_at)
    select org_id, account_id, unnest(screens), created_at from api_grant where api = 'alarm:view'
    on conflict do nothing;
end $$;
