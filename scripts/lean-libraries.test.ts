import { expect, test } from 'vitest';
import { namesOfReact } from './lean-libraries.ts';

test.for([
  [`import { useState, memo as kept } from 'react';`, ['useState', 'memo']],
  [`import * as React from "react"; React.createRef()`, ['createRef']],
  [`import React from 'react'; React.cache()`, ['cache']],
  [`import React, { useId } from 'react'; useId(React.cache)`, ['useId', 'cache']],
  [`import React, * as All from 'react'; React.cache(All.useId)`, ['cache', 'useId']],
  [`import{createRoot as $}from"react-dom/client"`, ['createRoot']],
  [`import $ from 'react'; $.cache(); a$.memo()`, ['cache']],
  [`import { useRouter } from 'react-router'; React.cache()`, []],
] as const)('what is taken from React is found in %s', ([code, names]) => {
  expect(namesOfReact(code)).toEqual(names);
});
