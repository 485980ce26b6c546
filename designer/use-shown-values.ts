// The values that bound widgets show in the design view, by the author's setting.
import { useEffect, useMemo, useState } from 'react'
import { bindsOf } from '../contract/page-document.ts'
import { noValues } from '../widgets/host/authored.ts'
import type { ValueSource } from '../widgets/host/source.ts'
import type { LocalConfig } from './local-config.ts'
import type { Sources } from './panel/sources.ts'
import type { Variable } from './panel/variable.ts'
import { sampleSource } from './sample-values.ts'
import type { Editor } from './use-editor.ts'

type Of = {
  shown: LocalConfig['dataTextShow']
  /** Undefined while no values are known. */
  live: ValueSource | undefined
  editor: Editor
  sources: Sources
}

export function useShownValues({ shown, live, editor, sources }: Of): ValueSource {
  const { widgets } = editor.state.document
  const isSample = shown === 'sample'
  const signals = useMemo(() => (isSample ? bindsOf(widgets).signals.join() : ''), [isSample, widgets])
  const known = useDefinitions(signals, sources)
  return useMemo(() => {
    if (isSample) return sampleSource(known)
    return live && shown === 'value' ? { ...live, isForEditing: true } : noValues
  }, [isSample, known, live, shown])
}

const none: ReadonlyMap<number, Variable> = new Map()

/** The definitions of variables by their ids, `4,17`; those of the last ids until they have loaded. */
function useDefinitions(ids: string, { variables }: Sources): ReadonlyMap<number, Variable> {
  const [known, setKnown] = useState(none)
  useEffect(() => {
    if (ids === '') return undefined
    let isLeft = false
    variables.find(ids.split(',').map(Number)).then(
      (found) => {
        if (!isLeft) setKnown(new Map(found.map((each) => [each.signalId, each])))
      },
      // Without definitions the samples have the usual decimals.
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [ids, variables])
  return known
}
