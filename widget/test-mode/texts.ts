import type { LabelKey, Labels } from '../modal/labels.ts';
import type { TestCardLabelKey } from './test-card-labels.ts';

export type TestCardTexts = Labels<TestCardLabelKey | LabelKey>;
