// Whether a room explains where a value comes from; its panel loads when it is asked for.
import type { ComponentType } from 'react'
import type { ExplainProps } from './part-explain.tsx'

export const [loadExplanation] = Object.values(
  import.meta.glob<{ default: ComponentType<ExplainProps> }>('../../*/*/explain-value.tsx'),
)

export const canExplain = loadExplanation !== undefined
