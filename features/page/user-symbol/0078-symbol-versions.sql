-- Drawings of symbols are versions: what each is now becomes the version that it has. Its hash stays empty and is computed
-- when it is read.
insert into config_version (org_id, object_type, object_id, version, hash, content, author, created_at)
select org_id, 'userSymbol', id, version, '', content, author, updated_at
from user_symbol;
