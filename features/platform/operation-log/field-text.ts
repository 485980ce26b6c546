import { words } from '../../../ui/words.ts'
import { fieldWords } from './field-words.ts'

export const fieldText = words('operation-log-field', fieldWords)
