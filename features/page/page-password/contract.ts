// The password of a page: set by authors, entered by viewers. [S3 checkpwd, password]
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import { PageId } from '../../../contract/fields.ts'

/** The password of a page, in clear text. */
export const PagePassword = z.string().min(4).max(32)

export const savePagePassword = post('/lfscada/configuration/page/password/save', {
  may: 'page:edit',
  templates: true,
  on: { page: 'id' },
  about:
    'Sets the password that viewers of a page must enter; null removes it. Viewers who entered an earlier one must enter again.',
  input: z.object({ id: PageId, password: PagePassword.nullable() }),
  output: done,
})

export const validPagePassword = post('/lfscada/monitor/project/page/validPassword', {
  may: 'monitor:view',
  on: { page: 'id' },
  about:
    'Enters the password of a page of a project or device for this session: from then on its widgets are returned.',
  input: z.object({ id: PageId, password: z.string().max(200) }),
  output: done,
})
