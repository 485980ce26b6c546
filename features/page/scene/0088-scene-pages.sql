-- Which 3D scenes a page shows, by their keys: asked for every few seconds of each page that is watched, and when a scene
-- or a variable is looked up. It follows the content of the page.
alter table page add column scene_keys jsonb not null generated always as (lower(jsonb_path_query_array(content,
  '$.widgets.** ? (@.widgetType == "Webgl").data.scene ? (@ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" flag "i")'
)::text)::jsonb) stored;
