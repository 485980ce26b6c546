// The devices of the list as cards, each with four pinned variables.
import type { ReactNode } from 'react'
import { Go } from '../../../ui/place.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import type { MonitorRow } from './contract.ts'
import { DeviceName, FollowStar } from './device-name.tsx'
import { PinnedValue, Updated } from './pinned.tsx'
import { monitorText } from './text.ts'

export function DeviceCards({
  rows,
  to,
  none,
}: {
  rows: readonly MonitorRow[] | undefined
  to: (row: MonitorRow) => string
  none: ReactNode
}) {
  const t = useText(monitorText)
  if (rows?.length === 0) return none
  return (
    <ul className="device-cards" aria-label={t('title')}>
      {rows
        ? rows.map((row) => (
            <li key={row.id}>
              <header>
                <Go to={to(row)} className="row-name">
                  <DeviceName row={row} />
                </Go>
                <FollowStar row={row} />
              </header>
              <p>
                <span>{row.sn ?? t('noGateway')}</span>
                <Updated at={row.updatedAt} row={row} />
              </p>
              <div>
                {row.pinned.length === 0 && <span className="pinned-none">{t('noPinned')}</span>}
                {row.pinned.map((signal) => (
                  <PinnedValue key={signal.id} signal={signal} row={row} />
                ))}
              </div>
            </li>
          ))
        : [1, 2, 3, 4, 5, 6].map((key) => (
            <li key={key}>
              <Skeleton lines={5} />
            </li>
          ))}
    </ul>
  )
}
