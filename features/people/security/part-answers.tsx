// The answers to the security questions, as fields of a plain form.
import { useLanguage } from '../../../ui/language.ts'
import { PlainField } from '../../../ui/plain.tsx'
import type { PlainFormState } from '../../../ui/plain-form.tsx'
import type { QuestionKey } from './contract.ts'
import { questionLabels } from './part-questions.ts'

export const answerFields = ['answer1', 'answer2', 'answer3'] as const
export type AnswerField = (typeof answerFields)[number]
export const noAnswers: Record<AnswerField, string> = { answer1: '', answer2: '', answer3: '' }

/** Marks empty answers with `fault`. */
export const missingAnswers = (values: Readonly<Record<AnswerField, string>>, fault: string): Record<string, string> =>
  Object.fromEntries(answerFields.filter((field) => !values[field].trim()).map((field) => [field, fault]))

export function AnswerFields({
  questions,
  form: { values, set, errors },
  autoFocus = false,
}: {
  questions: readonly QuestionKey[]
  form: Pick<PlainFormState<AnswerField>, 'values' | 'set' | 'errors'>
  autoFocus?: boolean
}) {
  const language = useLanguage()
  return questions.map((question, place) => {
    const field = answerFields[place]!
    return (
      <PlainField
        key={question}
        label={questionLabels[question][language]}
        value={values[field]}
        onChange={set(field)}
        error={errors[field]}
        autoComplete="off"
        autoFocus={autoFocus && place === 0}
        maxLength={50}
      />
    )
  })
}
