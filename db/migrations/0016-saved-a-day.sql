-- How much a company has saved within a day.
create index config_version_saved on config_version (org_id, created_at);
