-- Versions belong to any thing that people configure. A version of a thing that belongs to a device names the device, so
-- that who may not see it sees none of its versions.
alter table config_version
  add column equipment_id int,
  add column message text not null default '',
  add column restored int;
update config_version set equipment_id = object_id where object_type = 'equipment';

-- What each page is now becomes its version 1. Its hash is over canonical JSON, which is not written here: it stays empty
-- and is computed when it is read.
insert into config_version (org_id, object_type, object_id, equipment_id, version, hash, content, author, created_at)
select org_id, 'page', id, equipment_id, 1, '', jsonb_build_object('title', title, 'document', content), '', updated_at
from page;
