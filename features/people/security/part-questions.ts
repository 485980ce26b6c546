// Texts of the security questions.
import type { Label } from '../../../ui/words.ts'
import type { QuestionKey } from './contract.ts'

export const questionLabels: Record<QuestionKey, Label> = {
  firstSchool: { en: 'What is the name of your first school?', 'zh-cn': '您就读的第一所学校的名称？' },
  firstTeacher: { en: 'What is the name of your first teacher?', 'zh-cn': '您的第一位老师的姓名？' },
  childhoodFriend: { en: 'What is the name of your best childhood friend?', 'zh-cn': '您童年最好的朋友的姓名？' },
  firstPet: { en: 'What is the name of your first pet?', 'zh-cn': '您的第一只宠物的名字？' },
  birthTown: { en: 'In which town were you born?', 'zh-cn': '您出生的城市？' },
  firstStreet: { en: 'In which street did you grow up?', 'zh-cn': '您成长时居住的街道？' },
  firstJob: { en: 'What was your first job?', 'zh-cn': '您的第一份工作？' },
  firstColleague: { en: 'Who was your first colleague?', 'zh-cn': '您的第一位同事的姓名？' },
  favouriteBook: { en: 'What is your favourite book?', 'zh-cn': '您最喜欢的书？' },
  firstMachine: { en: 'What was the first machine that you worked on?', 'zh-cn': '您操作的第一台设备？' },
}
