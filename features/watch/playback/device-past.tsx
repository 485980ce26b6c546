// Playback of stored values on the live page of a device.
import type { LivePast } from '../../device/open/live-past.ts'
import { useAroundPast, useIsPast, usePast, usePastWait, usePastWords } from '../open/playback-past.tsx'
import { DeviceTimeline } from '../open/playback-timeline.tsx'

export default {
  ...{ useIsPast, usePast, usePastWait, useAroundPast, usePastWords },
  Timeline: DeviceTimeline,
} satisfies LivePast
