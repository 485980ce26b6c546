// Calls for widgets with cameras: they name page and widget, never the serial number of a camera.
import { call } from '../../../contract/call.ts'
import { PageId } from '../../../contract/fields.ts'
import type { CamerasService } from '../../../widgets/services.ts'
import { haltCamera, liveCamera, talkCamera, turnCamera } from './contract.ts'

export default {
  live: ({ pageId, ...of }, ending) => call(liveCamera, { id: PageId.parse(pageId), ...of }, ending),
  turn: ({ pageId, ...of }) => call(turnCamera, { id: PageId.parse(pageId), ...of }),
  async stop({ pageId, ...of }) {
    await call(haltCamera, { id: PageId.parse(pageId), ...of })
  },
  async talk({ pageId, ...of }) {
    await call(talkCamera, { id: PageId.parse(pageId), ...of })
  },
} satisfies CamerasService
