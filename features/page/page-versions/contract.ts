// The versions of a page: list and restore.
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { PageId, Version } from '../../../contract/fields.ts'
import { VersionHead, VersionMessage } from '../../platform/versioned/contract.ts'

export const queryPageVersions = post('/lfscada/configuration/page/version/query', {
  may: 'equipment:view',
  templates: true,
  on: { page: 'id' },
  about: 'The versions of a page, newest first.',
  input: z.object({ id: PageId }),
  output: z.array(VersionHead),
})

export const restorePage = post('/lfscada/configuration/page/version/restore', {
  may: 'page:edit',
  templates: true,
  on: { page: 'id' },
  heavy: true,
  about: 'Saves title and content of an older version as the newest one. A newer one than `version` answers 10004.',
  input: z.object({ id: PageId, version: Version, restore: Version, message: VersionMessage }),
  output: z.object({ id: PageId, version: z.number() }),
})
