// The answer of a widget's script: runs when the widget is drawn, and then periodically.
import { useEffect, useState } from 'react'
import { highField, lowField, modeField } from '../chart/fields.ts'
import { seedsOf, signalsOf } from '../chart/minutes.tsx'
import { choiceField, type Label, numberField, scriptField, type ValuesOf } from '../fields.ts'
import type { PageHost } from '../host/page-host.ts'
import type { Input, Mode } from '../widget.ts'
import { ownRunner } from './own-runner.ts'
import type { Answer, ScriptFault, ScriptInput, Shape } from './shapes.ts'
import { spanOf, type TimeUnit } from './span.ts'

const unit = (value: TimeUnit, en: string, chinese: string) => ({ value, label: { en, 'zh-cn': chinese } as Label })
/** [S3 Script widgets: offset −1, length 1, timeUnit date, mode adapt, min 0, max 100] */
export const scriptData = {
  script: scriptField({ section: 'content', label: { en: 'Script', 'zh-cn': '脚本' } }),
  offset: numberField(-1, {
    section: 'values',
    min: -1000,
    max: 1000,
    label: { en: 'Begins at unit', 'zh-cn': '起始偏移' },
  }),
  length: numberField(1, { section: 'values', min: 1, max: 1000, label: { en: 'Units', 'zh-cn': '单位数' } }),
  timeUnit: choiceField('date', {
    section: 'values',
    label: { en: 'Unit of time', 'zh-cn': '时间单位' },
    options: [
      unit('minute', 'Minute', '分钟'),
      unit('hour', 'Hour', '小时'),
      unit('date', 'Day', '日'),
      unit('week', 'Week', '周'),
      unit('month', 'Month', '月'),
      unit('year', 'Year', '年'),
    ],
  }),
  ...{ mode: modeField, min: lowField, max: highField },
} as const
export type ScriptData = ValuesOf<typeof scriptData>

export type ScriptState<S extends Shape> = { answer?: Answer<S>; fault?: ScriptFault; seedError?: unknown }

const againMs = 10_000
/** Delay after a script exceeded a limit or failed. */
const afterFaultMs = 60_000
/** A script that could not be run at all, for lack of a worker, is retried sooner. */
const pauseOf = (fault: ScriptFault | undefined): number => (!fault || fault.kind === 'lost' ? againMs : afterFaultMs)
const historyPoints = 2000

export function useScript<S extends Shape>(
  shape: S,
  { data, inputs, host, mode }: { data: ScriptData; inputs: readonly Input[]; host: PageHost; mode: Mode },
): ScriptState<S> {
  const [state, setState] = useState<ScriptState<S>>({})
  useEffect(() => {
    setState({})
    if (mode !== 'run' || data.script.trim() === '') return undefined
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const turn = async () => {
      const { input, seedError } = await inputOf({ data, inputs, host }, ending)
      if (ending.signal.aborted) return
      const result = await ownRunner().run({ script: data.script, shape, input })
      if (ending.signal.aborted) return
      setState('answer' in result ? { answer: result.answer as Answer<S>, seedError } : { fault: result.fault })
      timer = setTimeout(again, pauseOf('fault' in result ? result.fault : undefined))
    }
    const again = () =>
      void turn().catch((error: unknown) => {
        if (ending.signal.aborted) return
        const fault = {
          kind: 'lost',
          message: error instanceof Error ? error.message : String(error),
          line: null,
        } as const
        setState({ fault })
        timer = setTimeout(again, pauseOf(fault))
      })
    again()
    return () => {
      ending.abort()
      clearTimeout(timer)
    }
  }, [shape, data, inputs, host, mode])
  return state
}

const nameOf = ({ fields, binding }: Input, index: number): string => String(fields.label || binding.title || index + 1)

async function inputOf(
  { data, inputs, host }: { data: ScriptData; inputs: readonly Input[]; host: PageHost },
  ending: AbortController,
): Promise<{ input: ScriptInput; seedError: unknown }> {
  const { offset, length, timeUnit } = data
  const span = spanOf(host.now(), data, host.clock)
  let seedError: unknown
  const wanted = signalsOf(inputs)
  const history = wanted.length > 0 ? await host.service('history') : undefined
  const seeds = history
    ? await seedsOf(history, wanted, span, ending, historyPoints).catch((error: unknown) => {
        seedError = error
        return []
      })
    : []
  const stored = seeds.map(({ index, curve: { times, values, bad } }) => {
    const isBad = new Set(bad.map(([at]) => at))
    const points = times.map((at, nth) => [at, isBad.has(nth) ? null : (values[nth] ?? null)] as const)
    return [nameOf(inputs[index]!, index), points] as const
  })
  const values = inputs.map((input, index) => [nameOf(input, index), input.read().value] as const)
  return {
    input: {
      ...{ ...span, offset, length, timeUnit },
      values: Object.fromEntries(values),
      history: Object.fromEntries(stored),
    },
    seedError,
  }
}
