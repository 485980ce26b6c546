// Shows two versions of a page side by side, with marks on the differences; the kinds of marks differ in shape as well
// as colour.
import { useMemo } from 'react'
import type { PageDocument } from '../../../contract/page-document.ts'
import { useText } from '../../../ui/words.ts'
import { asAuthored, noValues } from '../../../widgets/host/authored.ts'
import { groundStyle, lookOf } from '../../../widgets/host/ground.ts'
import { PageView } from '../../../widgets/host/page-view.tsx'
import { prepare } from '../../../widgets/host/prepare.ts'
import type { Widget } from '../../../widgets/widget.ts'
import { useTypes } from '../page/part-types.ts'
import { type Mark, marksOf } from './page-difference.ts'
import { pageVersionsText } from './text.ts'
import './page-compare.css'

type Side = Partial<Pick<PageDocument, 'con' | 'widgets'>>

const wide = 244

export function PageCompare({ before, after }: { before: Side; after: Side }) {
  const t = useText(pageVersionsText)
  const marks = useMemo(() => marksOf(before, after), [before, after])
  const widgets = useMemo(() => [...(before.widgets ?? []), ...(after.widgets ?? [])], [before, after])
  const types = useTypes(widgets)
  const kinds = (['added', 'removed', 'changed'] as const).filter((kind) =>
    [...marks.before, ...marks.after].some((mark) => mark.kind === kind),
  )
  if (!types) return null
  return (
    <div className="page-compare">
      <div>
        <small>{t('compareBefore')}</small>
        <small>{t('compareAfter')}</small>
        <Picture of={before} marks={marks.before} types={types} label={t('compareBefore')} />
        <Picture of={after} marks={marks.after} types={types} label={t('compareAfter')} />
      </div>
      <p>
        {kinds.map((kind) => (
          <span key={kind} data-kind={kind}>
            {t(`compare_${kind}`)}
          </span>
        ))}
      </p>
    </div>
  )
}

type PictureProps = { of: Side; marks: readonly Mark[]; types: ReadonlyMap<string, Widget>; label: string }

function Picture({ of: { con, widgets = [] }, marks, types, label }: PictureProps) {
  const page = useMemo(() => prepare(widgets, types, asAuthored), [widgets, types])
  if (!con) return <div className="page-compare-none" />
  const { width, height } = con
  const scale = wide / width
  // Enlarges the marks of differences, so that they are visible around a thin line.
  const reach = 4 / scale
  return (
    <figure aria-label={label} style={{ width: wide, height: height * scale }}>
      <div inert data-look={lookOf(con)} style={{ width, height, scale: String(scale), ...groundStyle(con) }}>
        <PageView page={page} source={noValues} mode="thumbnail" />
      </div>
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} width={wide} height={height * scale}>
        {marks.map(({ id, kind, position }) => (
          <rect
            key={id}
            data-kind={kind}
            x={position.x - reach}
            y={position.y - reach}
            width={position.width + 2 * reach}
            height={position.height + 2 * reach}
            transform={`rotate(${position.rotate} ${position.x + position.width / 2} ${position.y + position.height / 2})`}
          />
        ))}
      </svg>
    </figure>
  )
}
