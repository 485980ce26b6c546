// A search while typing: only the results of the last text are shown.
import { useEffect, useState } from 'react'
import type { Binding } from '../../contract/page-document.ts'
import type { BindKind } from '../../widgets/bind-kind.ts'
import { bindingTo, type VariableSource } from './sources.ts'
import type { Unit, Variable } from './variable.ts'

export type Hit = {
  key: string
  kind: BindKind
  binding: Binding
  title: string
  subTitle: string
  /** Set if the result is a variable. */
  variable?: Variable
  unit?: Unit
}
type Found = { hits: readonly Hit[]; isAsking: boolean; isFailed: boolean }

const hitOf = (variable: Variable): Hit => ({
  key: `signal ${variable.signalId}`,
  kind: 'signal',
  binding: bindingTo(variable),
  title: variable.title,
  subTitle: variable.subTitle,
  variable,
  unit: variable,
})

async function ask(variables: VariableSource, { kind, text, equipId }: Asked): Promise<Hit[]> {
  if (kind === 'signal')
    return (await variables.search(text, equipId === undefined ? {} : { equipId })).map((each) => hitOf(each))
  const targets = await (variables.others?.[kind]?.(text) ?? [])
  return targets.map((target, at) => ({ key: `${kind} ${at} ${target.title}`, kind, ...target }))
}

type Asked = { kind: BindKind; text: string; equipId: number | undefined }
const pauseMs = 120

export function useSearch(variables: VariableSource, { kind, text, equipId }: Asked, round: number): Found {
  const [found, setFound] = useState<Found>({ hits: [], isAsking: true, isFailed: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round queries again
  useEffect(() => {
    let isLeft = false
    const show = (next: Found) => {
      if (!isLeft) setFound(next)
    }
    setFound(({ hits }) => ({ hits, isAsking: true, isFailed: false }))
    const waiting = setTimeout(
      () =>
        ask(variables, { kind, text: text.trim(), equipId }).then(
          (hits) => show({ hits, isAsking: false, isFailed: false }),
          () => show({ hits: [], isAsking: false, isFailed: true }),
        ),
      text === '' ? 0 : pauseMs,
    )
    return () => {
      isLeft = true
      clearTimeout(waiting)
    }
  }, [variables, kind, text, equipId, round])
  return found
}
