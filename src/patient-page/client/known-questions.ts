import { answerOf } from '../../forms/answers.ts'
import { askedElements, flatten, isAnswered } from '../../forms/completeness.ts'
import type { Answers, FormElementModel, FormFacts, FormModel } from '../../forms/model.ts'
import { problemsOf } from '../../forms/problems.ts'
import type { CompletionForm } from '../store.ts'

/** Questions that patients answer anew each time: nobody agrees, signs or pays by an earlier answer. */
const doneByHand = ['signature', 'initials', 'fileUpload', 'paymentField', 'bodyDiagram']

/** Checks if an answer of before may be confirmed, or taken over from another form. */
export function mayBeKnown(question: FormElementModel): boolean {
  return flatten([question]).every(
    ({ type, text, options }) =>
      text === '' && !doneByHand.includes(type) && (type !== 'checkbox' || options.length > 0),
  )
}

function knowledgeOf(question: FormElementModel, answers: Answers, facts: FormFacts) {
  if (!mayBeKnown(question) || problemsOf([question], answers, facts).length > 0) return 'open'
  const asked = flatten(askedElements([question], answers))
  return asked.some((each) => isAnswered(each, answerOf(answers, each.id))) ? 'known' : 'empty'
}

/** Keeps the questions that `wants` picks, with what belongs to them; a page without any is left out. */
export function pickQuestions(form: FormModel, wants: (question: FormElementModel) => boolean) {
  const sections = form.sections
    .map((section) => ({ ...section, elements: section.elements.filter(wants) }))
    .filter(({ elements }) => elements.length > 0)
  return { ...form, sections }
}

/** Finds the question, at the top of its page, that an element is or belongs to. */
export function questionOf(form: FormModel, elementId: number): FormElementModel | undefined {
  return form.sections
    .flatMap(({ elements }) => elements)
    .find((question) => flatten([question]).some(({ id }) => id === elementId))
}

/** Lists the questions of forms not begun that are known, with the empty ones beside them; none if no page is whole. */
export function knownQuestions(forms: readonly CompletionForm[], facts: FormFacts) {
  const pages = forms
    .filter(({ started, submitted }) => !started && !submitted)
    .flatMap(({ formId, form, answers }) =>
      form.sections.map(({ elements }) => {
        const all = elements.map((question) => ({
          formId,
          question,
          knowledge: knowledgeOf(question, answers, facts),
        }))
        const known = all.filter(({ knowledge }) => knowledge === 'known')
        const isWhole = known.length > 0 && all.every(({ knowledge }) => knowledge !== 'open')
        return { isWhole, known: isWhole ? all : known }
      }),
    )
  return pages.some(({ isWhole }) => isWhole) ? pages.flatMap(({ known }) => known) : []
}
