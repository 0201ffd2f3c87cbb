import { ChoiceSetting, ColourSetting, TextSetting } from './setting-fields.tsx';
import { Columns, Section } from './section.tsx';
import { colours } from './setting-words.ts';
import { WidgetPreview } from './widget-preview.tsx';

const sizes = ['SMALL', 'MEDIUM', 'LARGE'];
const corners = ['SHARP', 'SOFT', 'ROUND'];
const borders = ['NONE', 'THIN', 'THICK'];
const shadows = ['NONE', 'SMALL', 'LARGE'];
const shapes = [
  { key: 'fontSize', values: sizes },
  { key: 'buttonCorners', values: corners },
  { key: 'componentCorners', values: corners },
  { key: 'buttonBorders', values: borders },
  { key: 'componentBorders', values: borders },
  { key: 'buttonShadows', values: shadows },
  { key: 'componentShadows', values: shadows },
];

/** Logo, colours and shapes, with the dialog beside them as it will look. */
export function BrandingPart() {
  return (
    <div className="grid items-start gap-6 min-[80rem]:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex flex-col gap-6">
        <Section title="Logo and mood">
          <Columns>
            <TextSetting at={['branding', 'logo']} emptyIs="null" />
            <TextSetting at={['branding', 'logoDark']} emptyIs="null" />
            <ChoiceSetting at={['branding', 'appearance']} values={['light', 'dark', 'auto']} />
            <ChoiceSetting at={['branding', 'density']} values={['comfortable', 'compact']} />
          </Columns>
        </Section>
        <Section
          title="Colours in light"
          about="Where one is left empty, ours stands. Text that could not be read on its paper is made readable."
        >
          <ColourFields mode="lightMode" />
        </Section>
        <Section title="Colours in dark" about="The main button stays as in light, unless another colour stands here.">
          <ColourFields mode="darkMode" />
        </Section>
        <Section title="Shapes">
          <Columns>
            {shapes.map(({ key, values }) => (
              <ChoiceSetting key={key} at={['branding', 'style', key]} values={values} none="As usual" />
            ))}
          </Columns>
        </Section>
      </div>
      <WidgetPreview />
    </div>
  );
}

const ColourFields = ({ mode }: { mode: 'lightMode' | 'darkMode' }) => (
  <Columns>
    {colours.map(({ key }) => (
      <ColourSetting key={key} at={['branding', 'colors', mode, key]} />
    ))}
  </Columns>
);
