"""For people who mark: what is alike, what a written answer earns, who reads it, who objects.

``normal_form``, ``answers``, ``overlap`` and ``similarity`` find answers that are alike;
``rubric``, ``worksheets`` and ``judgements`` turn what markers tick into marks, with ``sharing``
for several of them; ``requests`` gathers what students object to. All of them begin with the
records of a class, and none of them runs a line of a student's code.
"""
