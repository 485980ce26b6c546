import { lazy, Suspense } from 'react'
import { CardWaiting } from '../../../ui/page-header.tsx'
import type { DeviceTab } from '../../device/open/live-tab.ts'

// The view is loaded lazily, because it contains the map.
const TrackView = lazy(() => import('./track-view.tsx'))

export default [
  {
    key: 'track',
    place: 65,
    label: { en: 'Track', 'zh-cn': '轨迹' },
    may: 'history:view',
    Body: ({ id, zone }) =>
      zone === undefined ? (
        <CardWaiting />
      ) : (
        <Suspense fallback={<CardWaiting />}>
          <TrackView equipmentId={id} zone={zone} />
        </Suspense>
      ),
  },
] satisfies DeviceTab[]
