// Title, count and actions of a page; a link back where it is below another.
import type { ReactNode } from 'react'
import './page-header.css'
import { formatNumber } from './format.ts'
import { Icon } from './icon.tsx'
import { Go } from './place.tsx'
import { Skeleton } from './states.tsx'

export function PageHeader({
  title,
  count,
  above,
  mark,
  tags,
  children,
}: {
  title: ReactNode
  count?: number | undefined
  /** The list that the page belongs to: `{ to: '/monitor/eg/list', label: t('devices') }`. */
  above?: { to: string; label: string }
  /** Shown before the title, e.g. a status dot. */
  mark?: ReactNode
  /** Shown after the title, e.g. severities or a serial number. */
  tags?: ReactNode
  /** The actions, right-aligned; one of them is primary. */
  children?: ReactNode
}) {
  return (
    <header className="page-header">
      <div className="page-title">
        {above && (
          <Go to={above.to} className="page-above">
            <Icon name="left" size={16} />
            <span>{above.label} /</span>
          </Go>
        )}
        {mark}
        <h1>{title}</h1>
        {count !== undefined && <span className="page-count">{formatNumber(count)}</span>}
        {tags}
      </div>
      {children && <div className="page-acts">{children}</div>}
    </header>
  )
}

/** A small grey label next to a title; on a phone a `minor` one is hidden if there is no room. */
export function Tag({ children, title, minor = false }: { children: ReactNode; title?: string; minor?: boolean }) {
  return (
    <span className={minor ? 'tag tag-minor' : 'tag'} title={title}>
      {children}
    </span>
  )
}

/** Placeholder of a loading card. */
export const CardWaiting = () => (
  <Card>
    <Skeleton lines={10} />
  </Card>
)

/** A bordered surface with an optional heading; the unit of a page's layout. */
export function Card({
  title,
  act,
  flush,
  children,
}: {
  title?: ReactNode
  act?: ReactNode
  /** Without padding, for a table or a chart. */
  flush?: boolean
  children: ReactNode
}) {
  return (
    <section className={flush ? 'card card-flush' : 'card'}>
      {(title || act) && (
        <header className="card-head">
          <h2>{title}</h2>
          {act}
        </header>
      )}
      {children}
    </section>
  )
}
