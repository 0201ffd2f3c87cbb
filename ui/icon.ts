import { createElement, type ComponentType } from 'react';

/** A drawing as lucide keeps it: elements on a field of so many units. */
interface IconDrawing {
  size: number;
  node: [tag: string, attributes: Record<string, string>][];
}

interface IconProps {
  className?: string;
  'aria-hidden'?: 'true' | true;
}

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
};

/** Makes an icon of a drawing. Takes the place of lucide's own maker, whose settings no page uses. */
export function createIcon({ size, node }: IconDrawing): ComponentType<IconProps> {
  return (props) =>
    createElement(
      'svg',
      { ...stroke, ...props, viewBox: `0 0 ${size} ${size}`, width: size, height: size },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
