// A stored page, drawn at its own size by the widgets' host, in the viewer's language.
import { useCallback, useMemo } from 'react'
import type { PageDocument } from '../../../contract/page-document.ts'
import { useText } from '../../../ui/words.ts'
import { groundStyle, lookOf } from '../../../widgets/host/ground.ts'
import type { PageHost } from '../../../widgets/host/page-host.ts'
import { PageView } from '../../../widgets/host/page-view.tsx'
import { prepare } from '../../../widgets/host/prepare.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { filled, type PageParams } from '../page/part-params.ts'
import { useTypes } from '../page/part-types.ts'
import { pageLiveText } from './text.ts'

export function PageCanvas({
  document: { con, widgets },
  values,
  title,
  params,
  host,
}: {
  document: PageDocument
  values: ValueSource
  title: string
  params: PageParams
  host: PageHost
}) {
  const t = useText(pageLiveText)
  const name = useName()
  const types = useTypes(widgets)
  // The platform omits widgets of regions that the viewer does not have; page authors get all.
  const words = useCallback((source: string) => filled(name(source), params), [name, params])
  const page = useMemo(() => types && prepare(widgets, types, { regions: null, words }), [widgets, types, words])
  if (!page) return null
  const { width, height } = con
  return (
    <section
      className="page-canvas"
      aria-label={t('canvas', { title: name(title) })}
      data-look={lookOf(con)}
      style={{ width, height, ...groundStyle(con) }}
    >
      <PageView page={page} source={values} mode="run" host={host} />
    </section>
  )
}
